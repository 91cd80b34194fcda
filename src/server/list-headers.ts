/**
 * For a letter that goes to a list, and so carries its way out: which list that is (RFC 2919), so that a mail program can
 * sort it, and which letters a large mail service may count together when it is told of complaints. Whoever leaves leaves
 * everything here, so there is one list.
 */
export function withListHeaders(
  headers: Record<string, string>,
  { siteUrl, stream }: { siteUrl: string; stream: string },
): Record<string, string> {
  if (!('List-Unsubscribe' in headers)) return headers
  const { hostname } = new URL(siteUrl)
  return {
    ...headers,
    'List-Id': `<letters.${hostname}>`,
    // At the end, of five to fifteen letters, who sends; before it what for, and nothing about whom.
    'Feedback-ID': `${stream}:${hostname
      .replace(/[^a-z0-9]/g, '-')
      .slice(0, 15)
      .padEnd(5, '-')}`,
  }
}

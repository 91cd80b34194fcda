import { createHash } from 'node:crypto'

type Inline = { inlineScripts: readonly string[]; inlineStyles: readonly string[] }
type Options = Inline & { https: boolean }

/** What stands on every answer now: another address of the site may be the first by https. */
export type StandingHeaders = () => Record<string, string>

/**
 * One constant set for every answer the server gives. Inline scripts and styles are allowed by hash, not by nonce, so a page may
 * be cached as bytes; that is also why server HTML never holds a `style` attribute.
 */
export function securityHeaders({ https, ...inline }: Options): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(inline),
    'reporting-endpoints': 'csp="/api/csp-report"',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // A year, for this name only: browsers do not forget it sooner, and other names of hers may not speak https.
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** What runs nothing and shows nothing else is told so in few words: a page asks for twenty of them. */
export function toldToDoNothing(headers: Record<string, string>): Record<string, string> {
  const kept = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security']
  const rest = Object.entries(headers).filter(([name]) => kept.includes(name))
  return { ...Object.fromEntries(rest), 'content-security-policy': "default-src 'none'" }
}

/** The desk shows letters in frames, from its own address and nobody else's. */
export function deskPolicy(headers: Record<string, string>): Record<string, string> {
  const policy = headers['content-security-policy']
  return policy ? { 'content-security-policy': policy.replace(/frame-src [^;]+/, "frame-src 'self'") } : {}
}

/** What allows a script or a style of just this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function contentSecurityPolicy({ inlineScripts, inlineStyles }: Inline): string {
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts.map(hashSource)],
    'style-src': ["'self'", ...inlineStyles.map(hashSource)],
    // https: because the owner may name a cover picture that lives elsewhere
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ['https://www.youtube-nocookie.com'],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'manifest-src': ["'self'"],
    'report-to': ['csp'],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

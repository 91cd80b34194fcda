import type { ComponentProps } from 'react'

type Props = Pick<ComponentProps<'script'>, 'id'> & { type: 'application/json' | 'application/ld+json'; json: string }

/** A block of data for machines, never executed. `json` must come from `toJsonBlock`, which makes it safe to stand here. */
export function JsonBlock({ json, ...props }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for data blocks; escaped by toJsonBlock
  return <script {...props} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}

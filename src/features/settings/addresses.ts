import { isEmail } from '#lib/email.ts'
import { decoded, toUrl } from '#lib/url.ts'

export type Security = 'starttls' | 'tls'

export const usualPort: Record<Security, number> = { starttls: 587, tls: 465 }

/** Services she may name by the name she knows; what they want is theirs to change. */
export const knownServers = [
  { name: 'Gmail', host: 'smtp.gmail.com', security: 'starttls' },
  { name: 'Fastmail', host: 'smtp.fastmail.com', security: 'tls' },
  { name: 'Outlook', host: 'smtp-mail.outlook.com', security: 'starttls' },
  { name: 'iCloud', host: 'smtp.mail.me.com', security: 'starttls' },
  { name: 'Zoho', host: 'smtp.zoho.com', security: 'tls' },
] as const satisfies readonly { name: string; host: string; security: Security }[]

/** What stands in what she typed: at least a host, and whatever else a whole address tells. */
export type TypedServer = {
  host: string
  port?: number
  security?: Security
  user?: string
  password?: string
}

/** What is wrong, as a sentence for her. */
type Fault = { fault: string }

const noHost = 'That is no name of a server. It looks like mail.example.com'

/** A name she knows, a host, a host with its port, or a whole address that begins with smtp:// or smtps://. */
export function readMailServer(typed: string): TypedServer | Fault {
  const text = typed.trim()
  const known = knownServers.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (known) return { host: known.host, port: usualPort[known.security], security: known.security }
  const [, scheme = '', rest = text] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? []
  if (!scheme && isEmail(text))
    return { fault: 'That is an e-mail address. The server’s name looks like mail.example.com' }
  if (scheme && !/^smtps?$/i.test(scheme))
    return { fault: 'A mail server begins with smtp:// or smtps://, or with nothing but its name' }
  if (!scheme && rest.includes('@')) return { fault: noHost }
  const at = rest.lastIndexOf('@')
  const place = readPlace(rest.slice(at + 1).replace(/\/$/, ''))
  if ('fault' in place) return place
  const login = at >= 0 ? readLogin(rest.slice(0, at)) : {}
  return { ...place, ...(scheme ? { security: /s$/i.test(scheme) ? 'tls' : 'starttls' } : {}), ...login }
}

/** Where letters come back to: at least a host, and whatever else a whole address tells. */
type TypedMailbox = Omit<TypedServer, 'security'> & { folder?: string }

/** The server of a mailbox: a host, a host with its port, or a whole address that begins with imaps://. */
export function readMailbox(typed: string): TypedMailbox | Fault {
  const text = typed.trim()
  const [, scheme = '', rest = text] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? []
  if (scheme && !/^imaps?$/i.test(scheme))
    return { fault: 'A mailbox begins with imaps://, or with nothing but the name of its server' }
  if (!scheme && rest.includes('@'))
    return { fault: 'That is an e-mail address. The server’s name looks like imap.example.com' }
  const at = rest.lastIndexOf('@')
  const [server = '', folder] = rest.slice(at + 1).split('/')
  const place = readPlace(server)
  if ('fault' in place) return place
  return { ...place, ...(folder ? { folder: decoded(folder) } : {}), ...(at >= 0 ? readLogin(rest.slice(0, at)) : {}) }
}

function readPlace(text: string): { host: string; port?: number } | Fault {
  const [, name = '', digits] = /^(\[[0-9a-f:.]+\]|[^:/?#\s]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const port = Number(digits ?? 1)
  if (port < 1 || port > 65_535) return { fault: 'A port is a number from 1 to 65535' }
  const host = toHost(name)
  return host === null ? { fault: noHost } : { host, ...(digits ? { port } : {}) }
}

/** As browsers spell it: small letters, other alphabets by their letters and hyphens, numbers as an address. */
function toHost(name: string): string | null {
  const hostname = name && toUrl(`http://${name}`)?.hostname
  if (!hostname) return null
  const isName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
  return hostname.length <= 253 && (hostname.startsWith('[') || isName.test(hostname)) ? hostname : null
}

function readLogin(text: string): { user?: string; password?: string } {
  const [user = '', ...rest] = text.split(':')
  return { ...(user ? { user: decoded(user) } : {}), ...(rest.length > 0 ? { password: decoded(rest.join(':')) } : {}) }
}

/** The one form of it that everybody who needs an address understands. */
export function toSmtpUrl({ host, port, security, user, password }: Required<TypedServer>): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}`
}

/** The origin she means. Without a beginning it is https: that is what a site on the web has. */
export function readSiteAddress(typed: string): { url: string } | Fault {
  const text = typed.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!/^https?:\/\//i.test(whole)) return { fault: 'A site’s address begins with https://' }
  if (isEmail(text)) return { fault: 'That is an e-mail address. A site’s address looks like https://yourname.com' }
  const url = toUrl(whole)
  if (!url || toHost(url.hostname) === null || /\s/.test(text))
    return { fault: 'That is no address. It looks like https://yourname.com' }
  const { origin, pathname, search, hash, username, password } = url
  if (pathname !== '/' || search || hash || username || password)
    return { fault: `Only the beginning, with nothing after the name: ${origin}` }
  return { url: origin }
}

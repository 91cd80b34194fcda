// The owner of a bench's site, and her way in.
const email = 'owner@home.example'
const password = 'a bench of oak and iron'

/** what a site is told that is to be hers */
export const owner = { OWNER_EMAIL: email, OWNER_PASSWORD: password }

/** Answers what asks the site in her name, and throws where it refuses. */
export async function signIn({ port }) {
  const address = `http://127.0.0.1:${port}`
  const headers = { 'content-type': 'application/json', origin: address }
  const key = JSON.stringify({ email, password })
  const entered = await fetch(`${address}/api/auth/sign-in`, { method: 'POST', headers, body: key })
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, body, more = {}) => {
    const wish = { method, headers: { ...headers, cookie, ...more }, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await fetch(address + path, wish)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** Something is saved, and every page is forgotten with it. */
export async function rename(ask, name) {
  const { profile, version } = await ask('GET', '/api/owner/site')
  await ask('PUT', '/api/owner/site', { ...profile, name, version })
}

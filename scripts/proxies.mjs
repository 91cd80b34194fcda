// nginx and Caddy as deploy/ has them, told other ports and a folder of their own: for tests and the bench. Loopback only.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} folder
 * @param {{ sites: number[], listen: string, more?: string }} how `listen`: what stands for its port 80; `more`: for all its servers
 */
export function startNginx(folder, { sites, listen, more = '' }) {
  mkdirSync(join(folder, 'cache'))
  const example = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('/var/cache/nginx/frontispiece', join(folder, 'cache'))
    .replace('    server 127.0.0.1:3000;', sites.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' '))
    .replace('listen 80', `listen ${listen}`)
    .replace('listen [::]:80;', '')
  // The folder is ours alone, and a worker of root's would be somebody else.
  const who = process.getuid?.() === 0 ? 'user root;' : ''
  const around = `${who} pid ${folder}/pid; error_log ${folder}/errors; daemon off; worker_processes 1; events {}`
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `${around} http { access_log off; ${places.join(' ')} ${more}\n${example}\n}`)
  return spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
}

/**
 * @param {string} folder
 * @param {{ site: number, address: string, more?: string }} how `address`: what it is asked by; `more`: for all its sites
 */
export function startCaddy(folder, { site, address, more = '' }) {
  const file = join(folder, 'Caddyfile')
  const options = `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n${more}}\n`
  writeFileSync(file, options + readFileSync('deploy/Caddyfile', 'utf8'))
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn('caddy', ['run', '--config', file], {
    stdio: 'ignore',
    env: { ...env, SITE_URL: address, SITE: `127.0.0.1:${site}` },
  })
}

/** What is typed on the server to be let in again: in a release, and where the site is built from its sources. */
export function ResetCommand() {
  const code = 'font-mono whitespace-nowrap text-ink'
  return (
    <>
      <code className={code}>./frontispiece owner-reset</code> on the server, or{' '}
      <code className={code}>npm run owner:reset</code> where it is built from source
    </>
  )
}

import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { focusMainHeading } from '#ui/anchor.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChunkError } from './page-map.tsx'

type Props = { path: string; children: ReactNode }

const reloadedKey = 'reloaded-for'
const title = 'This page did not open'
const reload = () => location.reload()

class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    focusMainHeading()
    if (!(error instanceof ChunkError)) return
    if (!navigator.onLine) return addEventListener('online', reload)
    // Code that no longer exists means a new deploy: load the document afresh, but only once for each address.
    if (isFirstReload(this.props.path)) reload()
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.error && previous.path !== this.props.path) this.reset()
  }

  reset = () => {
    removeEventListener('online', reload)
    this.setState({ error: null })
  }

  retry = () => (this.state.error instanceof ChunkError ? reload() : this.reset())

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    // To reload without a line would lead out of the site, to the browser's own page.
    const isCut = error instanceof ChunkError && !navigator.onLine
    return (
      <section className="column section-space">
        <title>{title}</title>
        <Notice title={title} level={1} action={isCut ? null : <Button onClick={this.retry}>Try again</Button>}>
          {isCut
            ? 'No connection. It opens by itself once there is one.'
            : 'Something on the way failed. Nothing is lost.'}
        </Notice>
      </section>
    )
  }
}

export function PageErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return <Boundary path={path}>{children}</Boundary>
}

function isFirstReload(path: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedKey) === path) return false
    sessionStorage.setItem(reloadedKey, path)
    return true
  } catch {
    // Without storage there is no telling, and a page that reloads for ever is worse than one that says it failed.
    return false
  }
}

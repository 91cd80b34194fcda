import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChunkError } from './page-map.tsx'

type Props = { path: string; children: ReactNode }

const reloadedKey = 'reloaded-for'

class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    // Code that no longer exists means a new deploy: load the document afresh, but only once for each address.
    if (error instanceof ChunkError && navigator.onLine && isFirstReload(this.props.path)) location.reload()
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.error && previous.path !== this.props.path) this.reset()
  }

  reset = () => this.setState({ error: null })

  retry = () => (this.state.error instanceof ChunkError ? location.reload() : this.reset())

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <section className="column section-space">
        <Notice title="This page did not open" level={1} action={<Button onClick={this.retry}>Try again</Button>}>
          Something between here and there failed. Nothing you did was lost.
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

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChunkError } from './routes.tsx'

type Props = { path: string; onReset: () => void; children: ReactNode }

const reloadedKey = 'reloaded-for'

class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    // Code that no longer exists means a new deploy: load the document afresh, but only once for each address.
    if (error instanceof ChunkError && sessionStorage.getItem(reloadedKey) !== this.props.path) {
      sessionStorage.setItem(reloadedKey, this.props.path)
      location.reload()
    }
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.error && previous.path !== this.props.path) this.reset()
  }

  reset = () => {
    this.props.onReset()
    this.setState({ error: null })
  }

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
  const { reset } = useQueryErrorResetBoundary()
  return (
    <Boundary path={path} onReset={reset}>
      {children}
    </Boundary>
  )
}

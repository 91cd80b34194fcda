import * as RadixToast from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cn } from './cn.ts'
import { ExternalLink } from './external-link.tsx'
import { dismissToast, noticePlace, type Toast } from './toast-store.ts'
import { onTopLayer, topLayer } from './top-layer.ts'

const display = 5_000
const swipe = 50

/** One visible notice: five seconds, pausable, swiped right or closed by its button; F8 brings the focus here. */
export function ToastRegion({ toasts }: { toasts: readonly Toast[] }) {
  const shown = toasts.find((candidate) => candidate.isOpen)
  const layer = useSyncExternalStore(onTopLayer, topLayer)
  return (
    <RadixToast.Provider
      duration={display}
      swipeDirection="right"
      swipeThreshold={swipe}
      label="Notification"
      announcerContainer={layer}
    >
      {shown && (
        <RadixToast.Root
          key={shown.id}
          type={shown.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => isOpen || dismissToast(shown.id)}
          className={cn(
            'toast relative rounded-paper border p-5 pr-14 shadow-2xl',
            shown.variant === 'destructive' ? 'border-danger bg-danger-bg' : 'border-line-strong bg-raised',
          )}
        >
          <RadixToast.Title className={cn('font-semibold', shown.variant === 'destructive' && 'text-danger')}>
            {shown.title}
          </RadixToast.Title>
          {shown.description && (
            <RadixToast.Description className="small mt-1">{shown.description}</RadixToast.Description>
          )}
          {shown.note && <p className="small mt-2 text-muted">{shown.note}</p>}
          {shown.link && (
            <p className="small mt-2">
              <ExternalLink href={shown.link.href} className="link">
                {shown.link.label}
              </ExternalLink>
            </p>
          )}
          <RadixToast.Close
            aria-label="Close notification"
            className="absolute top-2 right-2 grid size-11 place-items-center text-xl text-muted hover:text-ink"
          >
            <span aria-hidden="true">×</span>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      {createPortal(
        <RadixToast.Viewport
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className={cn(noticePlace, 'outline-none')}
        />,
        layer,
      )}
    </RadixToast.Provider>
  )
}

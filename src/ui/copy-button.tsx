import { Button } from './button.tsx'
import { toast } from './toast-store.ts'

type Props = { text: string; label: string; done: string }

export function CopyButton({ text, label, done }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: done }),
      () => toast({ title: 'Error', description: 'Failed to copy to clipboard', variant: 'destructive' }),
    )
  return (
    <Button variant="secondary" onClick={copy} data-needs-script>
      {label}
    </Button>
  )
}

import { ApiError, sendJson } from '#lib/send-json.ts'
import { useRefresh } from '#ui/desk-refresh.ts'
import { offerUndo } from '#ui/desk-undo.tsx'
import { toast } from '#ui/toast-store.ts'
import type { MessageSummary } from './contract.ts'
import { inboxAddress } from './queries.ts'

type Named = Pick<MessageSummary, 'id' | 'name'>

/** What can be done with a message. Each answers whether it was done; if not, it has said so. */
export function useMessageActions({ id, name }: Named) {
  const refresh = useRefresh(inboxAddress)
  const address = `${inboxAddress}/${id}`

  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
    } catch (error) {
      const words = error instanceof ApiError ? error.words : null
      toast({
        title: 'Not done',
        description: words ?? 'The server did not answer. Please try again.',
        variant: 'destructive',
      })
      return false
    }
    return true
  }

  return {
    async setState(state: 'new' | 'read') {
      const isDone = await attempt(() => sendJson('PATCH', address, { state }))
      if (isDone) void refresh(id)
      return isDone
    },
    async discard() {
      const isDone = await attempt(() => sendJson('DELETE', address, {}))
      if (isDone) {
        void refresh()
        offerUndo(`Message from ${name} deleted. It is gone for good tomorrow.`, async () => {
          await sendJson('POST', `${address}/restore`, {})
          await refresh(id)
        })
      }
      return isDone
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { sayNotDone } from '#desk/call.ts'
import { useRefresh } from '#desk/refresh.ts'
import { offerUndo } from '#desk/undo.tsx'
import { oneLine } from '#lib/email.ts'
import { sendJson } from '#lib/send-json.ts'
import type { MessageSummary } from './contract.ts'
import { inboxText } from './inbox-text.ts'
import { inboxAddress, messageQuery } from './queries.ts'

type Named = Pick<MessageSummary, 'id' | 'name'>

/** What can be done with a message. Each answers whether it was done; if not, it has said so. */
export function useMessageActions({ id, name }: Named) {
  const queryClient = useQueryClient()
  const refresh = useRefresh(inboxAddress)
  const address = `${inboxAddress}/${id}`

  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
    } catch (error) {
      sayNotDone(error)
      return false
    }
    return true
  }

  return {
    async setState(state: 'new' | 'read') {
      const isDone = await attempt(() => sendJson('PATCH', address, { state }))
      if (isDone) {
        queryClient.setQueryData(messageQuery(id).queryKey, (known) => known && { ...known, state })
        void refresh()
      }
      return isDone
    },
    async discard() {
      const isDone = await attempt(() => sendJson('DELETE', address, {}))
      if (isDone) {
        void refresh()
        offerUndo(`Message from ${oneLine(name, 40)} deleted. ${inboxText.deleted}`, async () => {
          await sendJson('POST', `${address}/restore`, {})
          await refresh(id)
        })
      }
      return isDone
    },
  }
}

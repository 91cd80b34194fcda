import { useState } from 'react'
import { call, sayFailed } from '#desk/call.ts'
import { isSignedOut } from '#desk/cause.ts'
import { ApiError } from '#lib/send-json.ts'
import { useSite } from '#ui/site.ts'
import { toast } from '#ui/toast-store.ts'
import { fileNotices } from './downloads-text.ts'
import { useChosenFile } from './owner-queries.ts'

/** What the last test of the file found; `failed` is a test that found nothing out. */
export type FileCheck = 'unknown' | 'ready' | 'missing' | 'broken' | 'failed'

/** Fetches the head of the book by a link of the owner's own, as a reader's browser would. */
async function tryLink(email: string, filename: string, publicOrigin: string): Promise<FileCheck> {
  try {
    const { downloadUrl } = await call<{ downloadUrl: string }>('POST', '/api/generate-download-link', {
      email,
      filename,
    })
    const url = new URL(downloadUrl, location.href)
    // The public address of the site may be another one than she works at.
    const place = url.origin === publicOrigin ? url.pathname + url.search : url
    const { status, ok } = await fetch(place, { method: 'HEAD', credentials: 'include' })
    return ok ? 'ready' : status === 404 ? 'missing' : 'broken'
  } catch (error) {
    if (error instanceof ApiError && !isSignedOut(error)) return 'broken'
    throw error
  }
}

export function useFileCheck() {
  const { file } = useChosenFile()
  const { origin } = useSite()
  const [check, setCheck] = useState<FileCheck>('unknown')
  const [isTesting, setIsTesting] = useState(false)
  const [isOut, setIsOut] = useState(false)

  async function test(email: string) {
    setIsTesting(true)
    setIsOut(false)
    try {
      const found = await tryLink(email, file, origin)
      setCheck(found)
      if (found === 'ready') toast(fileNotices.ready)
      else if (found === 'missing') toast({ ...fileNotices.missing, variant: 'destructive' })
      else toast({ ...fileNotices.broken, variant: 'destructive' })
    } catch (error) {
      // That she is signed out says nothing of the book: what was known of it holds.
      if (isSignedOut(error)) setIsOut(true)
      else setCheck('failed')
      sayFailed(fileNotices.failed, error)
    } finally {
      setIsTesting(false)
    }
  }
  function forget() {
    setCheck('unknown')
    setIsOut(false)
  }
  return { check, isTesting, isOut, test, forget }
}

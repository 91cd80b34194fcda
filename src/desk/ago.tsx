import { useEffect, useState } from 'react'

const lookEvery = 20_000

/** How long ago something was done in this tab; it grows older while one looks. */
export function DeskAgo({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, lookEvery)
    return () => clearInterval(timer)
  }, [])
  return <>{agoWords(now - at)}</>
}

function agoWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

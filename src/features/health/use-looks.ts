import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, sayNotDone } from '#desk/call.ts'
import type { CheckName, Health, HealthLine } from './contract.ts'
import { lineAloud } from './health-text.ts'
import { healthAddress, healthQuery } from './queries.ts'

/** Asks for each line that did not come with the page, and for any once more. */
export function useLooks(lines: readonly HealthLine[], isWhole: boolean) {
  const queryClient = useQueryClient()
  const [underWay, setUnderWay] = useState<ReadonlySet<CheckName>>(new Set())
  const [said, setSaid] = useState('')
  const begun = useRef(new Set<CheckName>())

  async function ask(name: CheckName): Promise<HealthLine> {
    setUnderWay((before) => new Set([...before, name]))
    try {
      const line = await call<HealthLine>('POST', `${healthAddress}/${name}`, {})
      queryClient.setQueryData<Health>(
        healthQuery(isWhole).queryKey,
        (health) => health && { lines: health.lines.map((one) => (one.name === name ? line : one)) },
      )
      return line
    } finally {
      setUnderWay((before) => new Set([...before].filter((one) => one !== name)))
    }
  }

  useEffect(() => {
    for (const { name, finding } of lines) {
      if (finding || begun.current.has(name)) continue
      begun.current.add(name)
      // The line goes on saying that it was not looked at.
      ask(name).catch(() => {})
    }
  })

  async function lookAgain(name: CheckName) {
    setSaid('')
    try {
      setSaid(lineAloud(await ask(name)))
    } catch (error) {
      sayNotDone(error)
    }
  }

  return { underWay, said, lookAgain }
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { DeliverabilitySection } from '#features/deliverability/deliverability-section.tsx'
import { AddressSection } from './address-section.tsx'
import { DkimForm } from './dkim-form.tsx'
import { LettersSection } from './letters-section.tsx'
import { MailSection } from './mail-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { settingsQuery } from './queries.ts'
import { ReturnsSection } from './returns-section.tsx'
import type { Shared } from './settings-part.tsx'
import { settingsText } from './settings-text.ts'

/** The site's own settings. They are asked for by themselves: without them the other settings are there all the same. */
export function SettingsSections() {
  const { data, error, refetch } = useQuery(settingsQuery)
  const [shared] = useState<Shared>(() => ({ from: 0, unsaved: new Set() }))
  if (data) {
    return (
      <>
        <AddressSection settings={data} shared={shared} />
        <MailSection settings={data} shared={shared} />
        <DeliverabilitySection dkim={<DkimForm settings={data} shared={shared} />} />
        <ReturnsSection settings={data} shared={shared} />
        <LettersSection settings={data} shared={shared} />
        <ProviderSection settings={data} shared={shared} />
      </>
    )
  }
  return (
    <div className="py-10 first:pt-0">
      {error ? (
        <DeskFailure error={error} comfort={settingsText.unread} onRetry={() => void refetch()} />
      ) : (
        <DeskLoading label={settingsText.loading} />
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { BackupsSection } from '#features/backups/backups-section.tsx'
import { SamplesSection } from '#features/samples/samples-section.tsx'
import { SettingsSections } from '#features/settings/settings-sections.tsx'
import type { Security } from './contract.ts'
import { DevicesSection, EventsSection } from './devices-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { securityQuery } from './queries.ts'
import { SecondStepSection } from './second-step-section.tsx'

export default function SettingsPage() {
  const { data, error, refetch } = useQuery(securityQuery)
  return (
    <DeskPage
      title="Settings"
      intro="Where the site is and how its letters leave; how you get in, who else did; and the copies that are kept."
    >
      {data && <Sections security={data} />}
      {!data && error && (
        <DeskProblem title="The settings did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label="Loading your settings" />}
    </DeskPage>
  )
}

function Sections({ security }: { security: Security }) {
  return (
    <div className="divide-y divide-line">
      <SettingsSections />
      <PasswordSection security={security} />
      <SecondStepSection security={security} />
      <DevicesSection devices={security.devices} />
      <BackupsSection />
      <SamplesSection />
      <EventsSection events={security.events} />
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeskArea, DeskField, DeskSelect } from '#desk/field.tsx'
import { BesidePage } from '#desk/kept-form.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { FormFoot } from '#features/writing/form-foot.tsx'
import { useKeptForm } from '#features/writing/kept-form.ts'
import { paths } from '#lib/paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { useIsAwake } from '#ui/awake.ts'
import type { OwnerProfile } from './contract.ts'
import { profileOf, socialFields, textsOf } from './fields.ts'
import { profileQuery } from './queries.ts'

export default function SitePage() {
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <DeskPage title="My Site" intro="Who you are, on every page, in every letter and wherever a link to you is shown.">
      {data && <SiteForm key={data.version} opened={data} />}
      {!data && error && (
        <DeskProblem title="My Site did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label="Loading who you are" />}
    </DeskPage>
  )
}

const draftPath = '/api/owner/drafts/site/profile'

function SiteForm({ opened }: { opened: OwnerProfile }) {
  const queryClient = useQueryClient()
  const form = useKeptForm({
    draftPath,
    saved: textsOf(opened.profile),
    version: opened.version,
    done: 'Your site says it from now on.',
    send: async (texts, version) => {
      const saved = await sendJson('PUT', '/api/owner/site', { ...profileOf(texts), version })
      // Not told to the page: it would open the form anew under her hands.
      queryClient.removeQueries({ queryKey: profileQuery.queryKey, type: 'inactive' })
      return (saved as OwnerProfile).version
    },
  })
  const { texts, faults, set } = form
  const field = (name: string, label: string, note: string) => (
    <DeskField
      key={name}
      label={label}
      name={name}
      value={texts[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value })}
      error={faults[name]}
      note={note}
    />
  )
  return (
    <BesidePage path={paths.home} shown={form.shown}>
      <form
        ref={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
        noValidate
        className="max-w-xl"
      >
        <Group title="Who you are">
          {field('name', 'Name', 'At the top of every page, and who your letters come from.')}
          {field('tagline', 'Tagline', 'Under your name on the first page.')}
          {field('genres', 'Genres', 'Above your name, with commas between them.')}
          <DeskArea
            label="Short bio"
            rows={4}
            text={texts.shortBio ?? ''}
            onText={(shortBio) => set({ shortBio })}
            error={faults.shortBio}
            note="Two or three sentences: for search engines, the press page, and About while you have written nothing longer there."
          />
        </Group>
        <Group title="Where you are">
          {field('email', 'Email', 'Shown on the contact page, in the privacy policy and in what readers agree to.')}
          {field(
            'postalAddress',
            'Postal address',
            'At the foot of every letter, where the law asks for it. A post box will do.',
          )}
          {field('website', 'Another website of yours', 'On the About page. Leave it empty if this is the only one.')}
          <TimeZone value={texts.timeZone ?? ''} error={faults.timeZone} onChange={(timeZone) => set({ timeZone })} />
        </Group>
        <Group title="Elsewhere">
          {socialFields.map(({ name, label }) => field(name, label, 'The whole address of your page there.'))}
        </Group>
        <Group title="Support">
          {field('support.crowdfunding', 'Support My Work', 'In the menu, if there is an address.')}
          {field('support.coffee', 'Buy Me a Coffee', 'In the menu and on the first page, if there is an address.')}
        </Group>
        <Group title="The House Hippo Challenge">
          {field('challenge.page', 'The challenge’s own page', 'On the first page, if there is an address.')}
          {field('challenge.group', 'The group where entries are posted', 'On the challenge’s page.')}
          {field('challenge.originalVideo', 'The original video', 'The last part of its YouTube address.')}
          {field('challenge.challengeVideo', 'Your video', 'The last part of its YouTube address.')}
        </Group>
        <FormFoot form={form} button="Save" />
      </form>
    </BesidePage>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line pt-6 pb-10 first:border-t-0 first:pt-0">
      <legend className="title-3 float-left w-full pb-5">{title}</legend>
      <div className="clear-both grid gap-6">{children}</div>
    </fieldset>
  )
}

/** By the browser's own list, so not before the page is awake. */
function TimeZone({ value, error, onChange }: { value: string; error?: string; onChange: (zone: string) => void }) {
  const isAwake = useIsAwake()
  const zones = isAwake ? Intl.supportedValuesOf('timeZone') : []
  return (
    <DeskSelect
      label="Time zone"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      note="Where your days begin and end: for your numbers, the weekly letter and the nightly backup."
      options={zones.includes(value) ? zones : [value, ...zones]}
    />
  )
}

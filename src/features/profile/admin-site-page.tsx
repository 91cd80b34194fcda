import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DeskArea, DeskField, DeskSelect } from '#desk/field.tsx'
import { DeskGroup } from '#desk/group.tsx'
import { BesidePage } from '#desk/kept-form.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { aboveFoot, FormFoot } from '#features/writing/form-foot.tsx'
import { useKeptForm } from '#features/writing/kept-form.ts'
import { accentNames } from '#lib/accents.ts'
import { type Figure, type Focal, type Front, figures, focals, fronts } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { useIsAwake } from '#ui/awake.ts'
import { cn } from '#ui/cn.ts'
import type { OwnerProfile } from './contract.ts'
import { profileOf, socialFields, textsOf } from './fields.ts'
import { HomeFields } from './home-fields.tsx'
import { MenuFields } from './menu-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { profileQuery } from './queries.ts'

export default function SitePage() {
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <DeskPage title="My Site" intro="Who you are, on every page, in every letter and wherever a link to you is shown.">
      {data && <SiteForm opened={data} />}
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
      const saved = (await sendJson('PUT', '/api/owner/site', { ...profileOf(texts), version })) as OwnerProfile
      // The form goes on with what it holds; opened again, it begins from here.
      queryClient.setQueryData(profileQuery.queryKey, saved)
      return saved.version
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
        className={cn('max-w-xl', aboveFoot)}
      >
        <DeskGroup title="Who you are">
          {field('name', 'Name', 'At the top of every page, and who your letters come from.')}
          {field('tagline', 'Tagline', 'Under your name on the first page.')}
          {field('genres', 'Genres', 'Above your name, with commas between them.')}
          <DeskArea
            // It holds its own text: what comes from elsewhere is opened anew.
            key={form.opening}
            label="Short bio"
            rows={4}
            text={texts.shortBio ?? ''}
            onText={(shortBio) => set({ shortBio })}
            error={faults.shortBio}
            note="Two or three sentences: for search engines, the press page, and About while you have written nothing longer there."
          />
        </DeskGroup>
        <DeskGroup title="Pictures">
          <PictureField
            label="Photograph"
            url={texts['photograph.url'] ?? ''}
            onChange={(url) => set({ 'photograph.url': url })}
            error={faults['photograph.url']}
            note="On the About page and the press page, and at the top of the first page if you like. JPEG, PNG, WebP, AVIF or GIF, up to 15 MB; where it was taken is not kept."
          />
          {texts['photograph.url'] && (
            <>
              {field('photograph.alt', 'Your photograph in words', 'For those who cannot see it.')}
              <DeskSelect
                label="What must stay in sight"
                value={focalWords[(texts['photograph.focal'] ?? 'middle') as Focal]}
                onChange={(event) =>
                  set({ 'photograph.focal': focals.find((one) => focalWords[one] === event.target.value) ?? 'middle' })
                }
                note="Where there is room for less, the rest is cut."
                options={focals.map((one) => focalWords[one])}
              />
            </>
          )}
          <PictureField
            label="Picture of your desk"
            url={texts['deskPicture.url'] ?? ''}
            onChange={(url) => set({ 'deskPicture.url': url })}
            error={faults['deskPicture.url']}
            note="Further down on the About page. Any place will do, or none."
          />
          {texts['deskPicture.url'] &&
            field('deskPicture.alt', 'That picture in words', 'For those who cannot see it.')}
        </DeskGroup>
        <DeskGroup title="The look">
          <DeskSelect
            label="Colour"
            value={colourWords(texts.accent ?? '')}
            onChange={(event) =>
              set({ accent: accentNames.find((name) => colourWords(name) === event.target.value) ?? ownColour })
            }
            error={faults.accent}
            note="Of buttons and links. Each can be read by day and by night; one of your own is made lighter or darker until it can."
            options={[...accentNames.map(colourWords), 'One of my own']}
          />
          {texts.accent?.startsWith('#') && (
            <DeskField
              label="Your colour"
              type="color"
              value={texts.accent}
              onChange={(event) => set({ accent: event.target.value })}
              className="max-w-40"
            />
          )}
        </DeskGroup>
        <DeskGroup title="The first page">
          <DeskSelect
            label="Front picture"
            value={frontWords[(texts.front ?? 'curtain') as Front]}
            onChange={(event) =>
              set({ front: fronts.find((one) => frontWords[one] === event.target.value) ?? 'curtain' })
            }
            note={frontNote(texts)}
            options={fronts.map((one) => frontWords[one])}
          />
          {texts.front === 'curtain' && (
            <DeskSelect
              label="Behind the curtain"
              value={figureWords[(texts.figure ?? 'profile') as Figure]}
              onChange={(event) =>
                set({ figure: figures.find((one) => figureWords[one] === event.target.value) ?? 'profile' })
              }
              options={figures.map((one) => figureWords[one])}
            />
          )}
          <fieldset>
            <legend className="pb-1.5 text-base/6 font-semibold">What stands below it</legend>
            <HomeFields form={form} />
          </fieldset>
        </DeskGroup>
        <DeskGroup title="Menu and pages">
          <MenuFields form={form} />
        </DeskGroup>
        <DeskGroup title="Where you are">
          {field(
            'email',
            'Email',
            'Shown on the contact page, in the privacy policy, in what readers agree to and at the foot of every letter.',
          )}
          {field(
            'postalAddress',
            'Postal address',
            'At the foot of every letter, where the law asks for it. A post box will do.',
          )}
          {field(
            'website',
            'Another website of yours',
            'On the About page, and at the foot of letters where you have no e-mail above. Leave it empty if this is the only one.',
          )}
          <TimeZone value={texts.timeZone ?? ''} error={faults.timeZone} onChange={(timeZone) => set({ timeZone })} />
        </DeskGroup>
        <DeskGroup title="Elsewhere">
          {socialFields.map(({ name, label }) => field(name, label, 'The whole address of your page there.'))}
        </DeskGroup>
        <DeskGroup title="Support">
          {field('support.crowdfunding', 'Support My Work', 'In the menu, if there is an address.')}
          {field('support.coffee', 'Buy Me a Coffee', 'In the menu and on the first page, if there is an address.')}
        </DeskGroup>
        {/* Its address stands on the first page also while its page is off. */}
        {(texts['pages.challenge.place'] !== 'off' || texts['challenge.page']) && (
          <DeskGroup title="The House Hippo Challenge">
            {field('challenge.page', 'The challenge’s own page', 'On the first page, if there is an address.')}
            {field('challenge.group', 'The group where entries are posted', 'On the challenge’s page.')}
            {field('challenge.originalVideo', 'The original video', 'The last part of its YouTube address.')}
            {field('challenge.challengeVideo', 'Your video', 'The last part of its YouTube address.')}
          </DeskGroup>
        )}
        <FormFoot form={form} button="Save" />
      </form>
    </BesidePage>
  )
}

const focalWords: Record<Focal, string> = {
  middle: 'The middle',
  top: 'The upper part',
  bottom: 'The lower part',
  left: 'The left side',
  right: 'The right side',
}

const figureWords: Record<Figure, string> = {
  profile: 'Somebody, from the side',
  hand: 'A hand',
  door: 'A door',
  nobody: 'Nobody',
}

const frontWords: Record<Front, string> = {
  curtain: 'The curtain',
  photograph: 'My photograph',
  cover: 'The cover of my newest book',
}

function frontNote(texts: Record<string, string>): string {
  if (texts.front === 'photograph' && !texts['photograph.url'])
    return 'There is no photograph above yet. Until you bring one, the curtain hangs.'
  if (texts.front === 'photograph') return 'In the tones of your colour, behind the cloth.'
  if (texts.front === 'cover')
    return 'Of the book you offer in advance, or the last that has a date. Without one, the curtain hangs.'
  return 'What fills the top of the first page.'
}

const ownColour = '#b0447c'

function colourWords(accent: string): string {
  return accent.startsWith('#') ? 'One of my own' : accent.charAt(0).toUpperCase() + accent.slice(1)
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

/**
 * Who may be written to, told in as few words as possible and without asking the site: what the property test of all
 * histories measures it by.
 */
export type LetterSort = 'confirm' | 'welcome' | 'arc' | 'campaign' | 'single' | 'other'

type Reader = {
  /** left, bounced, complained, erased: for good */
  isGone: boolean
  newsletter: 'none' | 'pending' | 'active'
  isReader: boolean
  /** the import that brought her onto a list, as long as nothing else has */
  newsletterBy: string | null
  readerBy: string | null
  /** what she asked for herself, or was sent by the author's own hand */
  asked: Set<LetterSort>
}

const stranger = (): Reader => ({
  isGone: false,
  newsletter: 'none',
  isReader: false,
  newsletterBy: null,
  readerBy: null,
  asked: new Set(),
})

export function createPermissions(names: readonly string[], owner: string) {
  const readers = new Map(names.map((name) => [name, stranger()]))
  const of = (name: string) => readers.get(name) ?? stranger()

  /** Whether this is somebody a campaign goes to. */
  const isMember = (name: string) => !of(name).isGone && (of(name).isReader || of(name).newsletter === 'active')

  return {
    of,
    isMember,
    members: () => names.filter(isMember),
    /** The ways in which the screens may speak of her. */
    words(name: string): string[] {
      const { isGone, newsletter, isReader, asked } = of(name)
      if (isGone) return ['left', 'bounced', 'complained', 'nobody']
      const inGroup = isReader ? ' in the group' : ''
      if (newsletter !== 'none') return [newsletter + inGroup]
      if (isReader) return [`reader${inGroup}`]
      return [asked.has('arc') ? 'arc_only' : 'nobody']
    },
    /** Whether anything at all may go there. Her own address is no mailing. */
    mayBeAsked: (name: string) => !of(name).isGone || name === owner,
    mayGet(name: string, sort: LetterSort): boolean {
      const { isGone, newsletter, asked } = of(name)
      if (name === owner && (isGone || sort === 'other')) return true
      if (isGone) return false
      if (sort === 'confirm') return asked.has('confirm') && newsletter !== 'none'
      if (sort === 'welcome') return newsletter === 'active'
      return asked.has(sort) || (sort === 'campaign' && isMember(name))
    },
    leave(name: string) {
      readers.set(name, { ...of(name), isGone: true })
    },
    erase(name: string) {
      readers.set(name, { ...stranger(), isGone: true })
    },
    ask(name: string, sort: LetterSort) {
      of(name).asked.add(sort)
    },
    signUp(name: string) {
      const reader = of(name)
      if (reader.isGone) return
      reader.asked.add('confirm')
      // By her own wish now: an import that is undone leaves her alone.
      reader.newsletterBy = null
      if (reader.newsletter === 'none') reader.newsletter = 'pending'
    },
    confirm(name: string) {
      of(name).newsletter = 'active'
    },
    bring(name: string, list: 'newsletter' | 'readers', by: string | null, isConfirmed = true) {
      const reader = of(name)
      if (reader.isGone) return
      if (list === 'readers') {
        if (reader.isReader || !isConfirmed) return
        Object.assign(reader, { isReader: true, readerBy: by })
      } else if (reader.newsletter === 'none') {
        Object.assign(reader, { newsletter: isConfirmed ? 'active' : 'pending', newsletterBy: by })
      }
    },
    undo(by: string) {
      for (const reader of readers.values()) {
        if (reader.readerBy === by) Object.assign(reader, { isReader: false, readerBy: null })
        if (reader.newsletterBy === by) Object.assign(reader, { newsletter: 'none', newsletterBy: null })
      }
    },
    /** Whoever did not confirm within a month is nobody again. */
    forgetUnconfirmed() {
      for (const reader of readers.values()) if (reader.newsletter === 'pending') reader.newsletter = 'none'
    },
  }
}

export type Permissions = ReturnType<typeof createPermissions>

import type { LegalBlock, LegalSection } from './legal-text.ts'

/** Numbered sections of terms, policy or rules, each with an address of its own. */
export function LegalSections({ sections, level = 2 }: { sections: readonly LegalSection[]; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return sections.map(({ id, heading, blocks }, index) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="-scroll-mt-4 pt-10">
      <Heading id={`${id}-title`} className="title-3">
        {index + 1}. {heading}
      </Heading>
      <div className="prose mt-4">
        {blocks.map((block) => (
          <Block key={block.kind === 'text' ? block.text : block.items[0]} block={block} />
        ))}
      </div>
    </section>
  ))
}

function Block({ block }: { block: LegalBlock }) {
  if (block.kind === 'text') return <p>{block.text}</p>
  return (
    <ul className="list-disc space-y-1.5 pl-6 marker:text-faint">
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

import type { LegalBlock, LegalSection } from './legal-text.ts'

/** Numbered sections of terms or policy, each with an address of its own. */
export function LegalSections({ sections }: { sections: readonly LegalSection[] }) {
  return sections.map(({ id, heading, blocks }, index) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="-scroll-mt-4 pt-10">
      <h2 id={`${id}-title`} className="title-3">
        {index + 1}. {heading}
      </h2>
      <div className="prose mt-4">
        <LegalBlocks blocks={blocks} />
      </div>
    </section>
  ))
}

/** Paragraphs and lists. */
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return blocks.map((block) =>
    block.kind === 'text' ? (
      <p key={block.text}>{block.text}</p>
    ) : (
      <ul key={block.items[0]} className="list-disc space-y-1.5 pl-6 marker:text-faint">
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  )
}

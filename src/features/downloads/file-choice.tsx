import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocation } from 'wouter'
import { addressWith } from '#desk/address.ts'
import { controlClass } from '#ui/field.tsx'
import { someBook } from './content.ts'
import { nameOf } from './file-names.ts'
import { bookFilesQuery, freeBookQuery, useChosenFile } from './owner-queries.ts'

/** Which of her files this room is about; nothing where there is no choice. It begins with the free book. */
export function FileChoice({ path, label }: { path: string; label: string }) {
  const id = useId()
  const [, navigate] = useLocation()
  const chosen = useChosenFile()
  const { data: files = [] } = useQuery(bookFilesQuery)
  const { data: free = someBook } = useQuery(freeBookQuery)
  const others = files.filter(({ name }) => name !== free.file)
  const isUnknown = chosen.file !== free.file && !others.some(({ name }) => name === chosen.file)
  if (others.length === 0 && !isUnknown) return null
  return (
    <div className="max-w-md">
      <label htmlFor={id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={chosen.file}
        onChange={({ target: { value } }) =>
          navigate(addressWith(path, { file: value === free.file ? null : value }), { replace: true })
        }
        data-needs-script
        className={`${controlClass} h-12`}
      >
        <option value={free.file}>{free.title}</option>
        {isUnknown && <option value={chosen.file}>{chosen.file}</option>}
        {others.map((file) => (
          <option key={file.name} value={file.name}>
            {`${nameOf(file)} (${file.kind})`}
          </option>
        ))}
      </select>
    </div>
  )
}

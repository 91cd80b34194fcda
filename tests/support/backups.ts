import type { BackupState } from '#features/backups/contract.ts'

export const newest = { name: '2025-11-16T03-00-00Z.fpbackup', madeAt: '2025-11-16T03:00:00.000Z', bytes: 12_400_000 }

/** What the desk is told on a day on which nothing is wrong. */
export const allIsWell: BackupState = {
  last: { ...newest, rows: 18_240, files: 214, missing: 0 },
  tried: { at: '2025-11-10T04:00:00.000Z', fault: null },
  trouble: null,
  running: null,
  isOverdue: false,
  nextAt: '2025-11-17T03:00:00.000Z',
  place: 'folder',
  isSealed: false,
  kept: [newest],
}

import { startTracker } from '#features/analytics/tracker.ts'

startTracker()

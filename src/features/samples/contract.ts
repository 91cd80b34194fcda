import { z } from 'zod/mini'

/** Which samples are to go: those the owner was asked about, and no others. */
export const sampleRemoval = z.object({
  ids: z
    .array(z.string('A sample is named by its id'), 'Say which samples')
    .check(z.maxLength(500, 'Those are more samples than there are')),
})

/** What a picture is kept as, the lightest first. Names only: whoever counts files need not load what encodes them. */
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

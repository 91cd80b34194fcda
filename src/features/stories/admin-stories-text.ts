export const storiesRoom = {
  title: 'Stories',
  first: 'Create First Story',
  none: 'Readers see a story when you publish it.',
  loading: 'Loading stories',
  failed: 'The stories did not open',
  search: 'Search stories',
  notDeleted: 'The story was not deleted.',
  samples: {
    one: 'story',
    many: 'stories',
    elsewhere: 'Your posts are not touched.',
    bare: 'You have no stories of your own yet: readers will find none.',
  },
} as const

export const storyWords = {
  noun: 'story',
  new: 'New Story',
  edit: 'Edit Story',
  create: 'Create Story',
  update: 'Update Story',
  created: 'Story created successfully!',
  updated: 'Story updated successfully!',
  notCreated: 'Failed to create story',
  notUpdated: 'Failed to update story',
} as const

export const storyLabels = {
  title: 'Title',
  slug: 'Slug',
  genre: 'Genre',
  description: 'Description',
  content: 'Content',
  format: 'Kind of text',
  coverImage: 'Cover Image URL',
  reedyPromptsUrl: 'Original Publication URL',
  publicationDate: 'Publication Date',
  isPublished: 'Publish immediately',
  featured: 'Featured',
  editoriallyReviewed: 'Editorial Review',
} as const

export const postsRoom = {
  title: 'Posts',
  downloads: 'Download links',
  first: 'Create First Post',
  none: 'Readers see a post when you publish it.',
  loading: 'Loading posts',
  failed: 'The posts did not open',
  search: 'Search posts',
  notDeleted: 'The post was not deleted.',
  samples: {
    one: 'post',
    many: 'posts',
    elsewhere: 'Your stories are not touched.',
    bare: 'You have no posts of your own yet: readers will find the blog empty.',
  },
} as const

export const postWords = {
  noun: 'post',
  new: 'New Post',
  edit: 'Edit Post',
  create: 'Create Post',
  update: 'Update Post',
  created: 'Blog post created successfully!',
  updated: 'Blog post updated successfully!',
  notCreated: 'Failed to create blog post',
  notUpdated: 'Failed to update blog post',
} as const

export const postLabels = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  format: 'Kind of text',
  coverImage: 'Cover Image URL',
  category: 'Category',
  tags: 'Tags',
  publishedDate: 'Published Date',
  publishedTime: 'Time',
  isPublished: 'Publish immediately',
  isFeatured: 'Featured',
} as const

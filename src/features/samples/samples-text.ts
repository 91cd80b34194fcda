export const samplesText = {
  title: 'The sample',
  intro: 'An author who does not exist showed you what the site can be. What you have changed is yours already.',
  left: 'Still here of it:',
  remove: 'Remove the Sample',
  removing: 'Removing...',
  question: 'Remove the sample?',
  keep: 'Keep it',
  goes: 'This goes from your site, all at once:',
  after:
    'Whatever you have changed or written stays. Pages say the plain words of the house where you have said nothing. Posts, stories and books go to the bin. For 30 days you can bring all of it back.',
  removed: 'The sample is removed. You can bring it back for 30 days, in Settings.',
  removedOn: 'You removed the sample on',
  until: 'Until',
  stays: ' it can be brought back; then it is gone for good.',
  bringBack: 'Bring It Back',
  bringing: 'Bringing it back...',
  backQuestion: 'Bring the sample back?',
  leaveIt: 'Leave it away',
  comes:
    'The sample’s author, books, words, posts and stories are on your site again, wherever you have put nothing of your own.',
} as const

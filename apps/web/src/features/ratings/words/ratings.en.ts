export const ratings = {
  title: 'How was it?',
  own: 'Your rating',
  stars_one: '{{count}} star',
  stars_other: '{{count}} stars',
  comment: 'Comment',
  commentHelp: 'Administrators read it. Other learners do not.',
  save: 'Send rating',
  change: 'Change rating',
  saved: 'Thank you for your rating.',
  choose: 'Choose one to five stars',
  tab: 'Ratings',
  person: 'Person',
  rating: 'Rating',
  when: 'Date',
  search: 'Search comments and people',
  empty: 'No ratings yet',
  emptyText: 'People can rate it when they have finished.',
  summary_one: '{{average}} of 5 stars from {{formatted}} rating',
  summary_other: '{{average}} of 5 stars from {{formatted}} ratings',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    ratings: typeof ratings
  }
}

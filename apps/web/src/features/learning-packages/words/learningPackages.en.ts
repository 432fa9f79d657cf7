export const learningPackages = {
  list: {
    text: 'Courses, bundles, pathways and resources that are assigned and reported together.',
    emptyText: 'A learning package assigns several documents at once.',
    items_one: '{{count}} item',
    items_other: '{{count}} items',
  },
  items: {
    title: 'Items of this package',
    text: 'Everyone assigned to the package gets all its items.',
    progress_one:
      'Everyone assigned to the package gets all its items. Its progress is the share of required items that are done: 1 is required.',
    progress_other:
      'Everyone assigned to the package gets all its items. Its progress is the share of required items that are done: {{count}} are required.',
    empty: 'No items yet. Add the first one below.',
    add: 'Add an item',
    required: 'Required',
    optional: 'Optional',
    requiredOf: 'Required or optional: {{title}}',
  },
  remove: {
    title: 'Remove “{{title}}”?',
    text_one:
      '{{formatted}} person has this package. When you publish the change, this item is no longer theirs unless they have it for another reason. What they have done in it stays on record, and what was finished stays finished.',
    text_other:
      '{{formatted}} people have this package. When you publish the change, this item is no longer theirs unless they have it for another reason. What they have done in it stays on record, and what was finished stays finished.',
    yes: 'Remove',
  },
  problem: {
    empty: 'There are no items yet.',
    nothingRequired: 'At least one item has to be required.',
    stepNotPublished: 'This item is not published.',
  },
  change: {
    stepRequired: '“{{title}}” is required now',
    stepOptional: '“{{title}}” is optional now',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    learningPackages: typeof learningPackages
  }
}

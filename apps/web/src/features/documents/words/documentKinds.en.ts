export const documentKinds = {
  course: {
    one: 'Course',
    many: 'Courses',
    counted_one: '{{formatted}} course',
    counted_other: '{{formatted}} courses',
    create: 'New course',
    back: 'Back to courses',
    noneYet: 'No courses yet',
  },
  bundle: {
    one: 'Bundle',
    many: 'Bundles',
    counted_one: '{{formatted}} bundle',
    counted_other: '{{formatted}} bundles',
    create: 'New bundle',
    back: 'Back to courses',
    noneYet: 'No bundles yet',
  },
  pathway: {
    one: 'Pathway',
    many: 'Pathways',
    counted_one: '{{formatted}} pathway',
    counted_other: '{{formatted}} pathways',
    create: 'New pathway',
    back: 'Back to pathways',
    noneYet: 'No pathways yet',
  },
  learningPackage: {
    one: 'Learning package',
    many: 'Learning packages',
    counted_one: '{{formatted}} learning package',
    counted_other: '{{formatted}} learning packages',
    create: 'New learning package',
    back: 'Back to learning packages',
    noneYet: 'No learning packages yet',
  },
  resource: {
    one: 'Resource',
    many: 'Resources',
    counted_one: '{{formatted}} resource',
    counted_other: '{{formatted}} resources',
    create: 'New resource',
    back: 'Back to resources',
    noneYet: 'No resources yet',
  },
  form: {
    one: 'Form',
    many: 'Forms',
    counted_one: '{{formatted}} form',
    counted_other: '{{formatted}} forms',
    create: 'New form',
    back: 'Back to forms',
    noneYet: 'No forms yet',
  },
  event: {
    one: 'Event',
    many: 'Events',
    counted_one: '{{formatted}} event',
    counted_other: '{{formatted}} events',
    create: 'New event',
    back: 'Back to events',
    noneYet: 'No events yet',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    documentKinds: typeof documentKinds
  }
}

export const en = {
  reason: {
    cycles: {
      notOpen: 'This cannot be renewed now.',
      noStartOver: 'The author of this course does not let people start over.',
      locked: 'Something else has to be finished first.',
      nothingBegun: 'You have not begun this course yet.',
    },
  },
  validation: {
    noSuchDay: 'This month has no such day.',
    longerThanCycle: 'Must be shorter than the time between two resets.',
  },
  mail: {
    cycleBegun: {
      subject: 'It is time to do “{{title}}” again',
      greeting: 'Hello {{name}},',
      body: 'A new cycle of “{{title}}” has begun. What you did before stays in your record.',
      button: 'Open',
    },
    cycleBegunDue: {
      subject: 'It is time to do “{{title}}” again',
      greeting: 'Hello {{name}},',
      body: 'A new cycle of “{{title}}” has begun. It is due on {{day}}. What you did before stays in your record.',
      button: 'Open',
    },
    cycleEnding: {
      subject: '“{{title}}” is valid until {{day}}',
      greeting: 'Hello {{name}},',
      body: 'Your completion of “{{title}}” is valid until {{day}}. After that you do it again.',
      button: 'Open',
    },
    cycleEndingUnfinished: {
      subject: 'Finish “{{title}}” by {{day}}',
      greeting: 'Hello {{name}},',
      body: 'You have not finished “{{title}}” yet. {{day}} is the last day. After that a new cycle begins from the first step.',
      button: 'Open',
    },
  },
  audit: {
    actions: {
      cycles: { begin: 'New cycles of a course begun', renew: 'Course renewed', startOver: 'Course started over' },
    },
  },
}

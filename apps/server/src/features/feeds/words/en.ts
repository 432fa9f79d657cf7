export const en = {
  reason: {
    feeds: {
      asks: 'This run would deactivate more people than allowed without asking. Please confirm the number on its page.',
      outdated: 'Another run has changed people since this one was checked. Please check it again.',
    },
  },
  validation: {
    feeds: {
      noKey: 'Assign a column that tells people apart: email, user name, employee ID or the unique column.',
    },
  },
  feeds: {
    expected: {
      required: 'Nobody may be without this value.',
      onlyOne: 'Several values stand where one is allowed.',
      noKey: 'The row needs an email address, user name, employee ID or the unique value.',
      email: 'Expected an email address such as name@example.com.',
      noName: 'Expected a name.',
      oneLine: 'Expected text of one line.',
      twice: 'Several rows of the file have this value. Only one may have it.',
      samePerson: 'Several rows of the file are about the same person.',
      otherUnique: 'The person with this address has another unique value.',
      firstNameMissing: 'A new person needs a first name.',
      emailTaken: 'Somebody else has this email address.',
      usernameTaken: 'Somebody else has this user name.',
      unknownManager: 'Nobody has this email address, user name or unique value.',
      severalManagers: 'Several people match this manager.',
      ownManager: 'Nobody can be their own manager.',
      managerRejected: 'The manager’s own row was rejected.',
      circle: 'These people would report to each other in a circle.',
      higherRole: 'The person has a higher role than you. You cannot change them.',
      otherTeams:
        'The preferred name is kept: this person also belongs to other teams, and only an administrator of the whole organisation changes it.',
      administratorLeaves: 'An administrator’s last day can only be set on their own page.',
      administratorStays: 'Administrators stay, though they are not in the file.',
      notFound: 'The person is not a member any more.',
    },
  },
  dataExports: {
    files: { feedRows: 'What files of the HR system and files of completions said about you, and what became of it.' },
  },
  audit: {
    actions: {
      feeds: {
        changeSettings: 'Columns of a feed changed',
        check: 'Feed file checked',
        commit: 'Feed file carried out',
        discard: 'Feed file discarded',
        exportRejected: 'Rejected rows of a feed downloaded',
        start: 'Feed file uploaded',
        undo: 'Feed file undone',
      },
    },
    subjects: { feedRun: 'Feed run' },
  },
}

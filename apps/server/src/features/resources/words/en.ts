export const en = {
  resources: {
    fileUnknown: 'This file no longer exists.',
    fileKind: 'A file of this type cannot be used here.',
    problem: {
      urlMissing: 'The address is missing.',
      fileMissing: 'The file is missing.',
    },
  },
}

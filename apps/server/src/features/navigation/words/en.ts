export const en = {
  validation: {
    linkAddress: 'Enter an address that begins with https://, http:// or /',
    idTaken: 'This entry is listed twice',
    noSuchGroup: 'This group does not exist',
    insideItself: 'A group cannot be inside itself',
    tooManyLevels: 'Groups can be nested up to four levels deep',
    badgeContrast: 'The text and its background must differ more: the contrast must be at least 4.5 to 1',
  },
  audit: { actions: { navigation: { save: 'Navigation saved', setAvailable: 'Available navigation changed' } } },
}

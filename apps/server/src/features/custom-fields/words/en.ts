export const en = {
  validation: {
    notAChoice: 'This is not one of the choices of the field.',
    notADate: 'Enter a day as YYYY-MM-DD, for example 2026-11-30.',
    notANumber: 'Enter a number, for example 12 or 12.5.',
    twoNumbers: 'Write 1234 or 1.234: with a comma it can be both.',
    notYesNo: 'Enter yes or no.',
    notAPerson: 'Choose a person.',
    onlyOne: 'This field holds one value.',
    fieldNotYours: 'You cannot edit this field.',
    fieldNameTaken: 'Another field has this name already.',
    fieldIsRead: 'Rules read this field, so the person cannot edit it: {{names}}',
    fieldIsUnique: 'People sign in with this field, so the person cannot edit it.',
    fieldHasDueDates: 'Due dates count from this field, so it must stay a date: {{names}}',
    fieldIsOpen: 'People edit this field themselves, so a rule cannot read it.',
    personKindSeenOnly: 'A person cannot choose other people, so they only see a field of this kind.',
    fieldIsNoDate: 'Choose a field whose kind is date.',
  },
  customFields: {
    hasDueDates: 'Due dates count from this field: {{names}}. Choose another date there first.',
  },
}

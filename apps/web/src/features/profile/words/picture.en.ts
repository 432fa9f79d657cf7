export const picture = {
  add: 'Add a picture',
  change: 'Change picture',
  remove: 'Remove picture',
  choose: 'Choose a picture',
  help: 'PNG, JPEG or WebP, up to {{megabytes}} MB. You choose the part that is shown.',
  tooLarge: 'The file is too large. The limit is {{megabytes}} MB.',
  removeTitle: 'Remove the picture?',
  removeText: 'The initials are shown in its place.',
  removed: 'The picture was removed',
  title: 'Choose what is shown',
  preview: 'The picture, as far as it is shown',
  zoom: 'Zoom',
  across: 'Left or right',
  down: 'Up or down',
  save: 'Use picture',
  saved: 'The picture was saved',
  unreadable: 'This browser cannot show the file. Please choose another one.',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    picture: typeof picture
  }
}

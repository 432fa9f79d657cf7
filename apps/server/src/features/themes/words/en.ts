export const en = {
  validation: {
    hexColor: 'Enter a colour as # and six digits or letters from a to f, such as #1f5c46',
    teamImage: 'This picture was not uploaded for this team. Please upload it again.',
  },
  themes: {
    contrast:
      '{{pair}}: the contrast is {{ratio}} to 1 and must be {{needed}} to 1. The nearest readable colour is {{nearest}}.',
    pairs: {
      linkOnPage: 'Links on the page',
      linkOnPaper: 'Links on cards',
      linkOnTint: 'Links on selected rows',
      textOnPrimary: 'Text on buttons in the primary colour',
      textOnSecondary: 'Text on markers in the secondary colour',
      textOnSidebar: 'Text of the side navigation',
      markOnSidebar: 'The marker of the current entry in the side navigation',
      textOnTopHeader: 'Text of the top bar',
    },
  },
  offline: {
    title: '{{team}} cannot be reached',
    text: 'Check your connection. Everything that you saved is safe.',
    waiting: 'This page continues automatically when the connection returns.',
    retry: 'Try again',
  },
  audit: { actions: { themes: { save: 'Theme saved' } } },
}

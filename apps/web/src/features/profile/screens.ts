import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/pages/profile': {
    missing:
      "name, picture, preferred name, phone, date of birth, language, light or dark, password, addresses, second factors, sessions, who acted as the person, badges, certificates, a copy of one's data, the wish to be erased",
  },
}

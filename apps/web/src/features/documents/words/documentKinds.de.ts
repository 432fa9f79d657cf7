import type { German } from '../../../words/catalogues.ts'
import type { documentKinds as English } from './documentKinds.en.ts'

export const documentKinds: German<typeof English> = {
  course: {
    one: 'Kurs',
    many: 'Kurse',
    counted_one: '{{formatted}} Kurs',
    counted_other: '{{formatted}} Kurse',
    create: 'Neuer Kurs',
    back: 'Zurück zu den Kursen',
    noneYet: 'Noch keine Kurse',
  },
  bundle: {
    one: 'Kursbündel',
    many: 'Kursbündel',
    counted_one: '{{formatted}} Kursbündel',
    counted_other: '{{formatted}} Kursbündel',
    create: 'Neues Kursbündel',
    back: 'Zurück zu den Kursen',
    noneYet: 'Noch keine Kursbündel',
  },
  pathway: {
    one: 'Lernpfad',
    many: 'Lernpfade',
    counted_one: '{{formatted}} Lernpfad',
    counted_other: '{{formatted}} Lernpfade',
    create: 'Neuer Lernpfad',
    back: 'Zurück zu den Lernpfaden',
    noneYet: 'Noch keine Lernpfade',
  },
  learningPackage: {
    one: 'Lernpaket',
    many: 'Lernpakete',
    counted_one: '{{formatted}} Lernpaket',
    counted_other: '{{formatted}} Lernpakete',
    create: 'Neues Lernpaket',
    back: 'Zurück zu den Lernpaketen',
    noneYet: 'Noch keine Lernpakete',
  },
  resource: {
    one: 'Ressource',
    many: 'Ressourcen',
    counted_one: '{{formatted}} Ressource',
    counted_other: '{{formatted}} Ressourcen',
    create: 'Neue Ressource',
    back: 'Zurück zu den Ressourcen',
    noneYet: 'Noch keine Ressourcen',
  },
  form: {
    one: 'Formular',
    many: 'Formulare',
    counted_one: '{{formatted}} Formular',
    counted_other: '{{formatted}} Formulare',
    create: 'Neues Formular',
    back: 'Zurück zu den Formularen',
    noneYet: 'Noch keine Formulare',
  },
}

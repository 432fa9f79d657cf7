import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    documents: {
      archived: 'Das Dokument ist archiviert. Stellen Sie es zuerst wieder her.',
      notArchived: 'Das Dokument ist nicht archiviert.',
      nothingToPublish: 'Alles ist bereits veröffentlicht.',
      noDraft: 'Es gibt keine unveröffentlichten Änderungen.',
      notPublished: 'Das Dokument ist nicht veröffentlicht.',
    },
  },
  documents: {
    copyOf: 'Kopie von {{title}}',
    bulk: {
      title: '{{action}} ({{count}})',
      publish: 'Veröffentlichen',
      withdraw: 'Zurückziehen',
      archive: 'Archivieren',
      restore: 'Wiederherstellen',
      gone: 'Es gibt dieses Dokument nicht mehr.',
    },
  },
}

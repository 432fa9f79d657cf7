export const de = {
  reason: {
    stepComments: {
      notOwn: 'Einen Kommentar kann nur löschen, wer ihn geschrieben hat.',
    },
  },
  stepComments: {
    tooMany: 'Hier stehen zu viele Kommentare. Löschen Sie zuerst einige.',
  },
  dataExports: { files: { stepComments: 'Kommentare, die Sie zu Schritten von Kursen geschrieben haben.' } },
  audit: {
    actions: {
      stepComments: {
        add: 'Kommentar zu einem Schritt geschrieben',
        remove: 'Kommentar zu einem Schritt gelöscht',
        reopen: 'Kommentare zu einem Schritt wieder geöffnet',
        resolve: 'Kommentare zu einem Schritt erledigt',
      },
    },
  },
}

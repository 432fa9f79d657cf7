export const en = {
  dataExports: { files: { dueExtensions: 'Later due dates that somebody gave you, with the reason.' } },
  audit: { actions: { extensions: { extend: 'Due date extended' } } },
}

import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type Table,
  tableFeatures,
} from '@tanstack/react-table'

/** What the table library does for us; the server does the rest. */
export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })
export type RowTableInstance<Row extends object> = Table<typeof features, Row>

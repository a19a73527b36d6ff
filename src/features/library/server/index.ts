export { contentRowColumns, contentRowsOf, isItsTask, toContentRow } from './content-rows.ts';
export { conditionOf as libraryCondition } from './filters.ts';
export { countSearchable, type FoundPlace, findPlaces } from './find-places.ts';
export { type NotedContent, notedPoints } from './noted-points.ts';
export { makeSearchable } from './search-index.ts';

import { deleteView } from './delete-view.ts';
import { listViews } from './list-views.ts';
import { saveView } from './save-view.ts';

export const viewRoutes = [listViews, saveView, deleteView];

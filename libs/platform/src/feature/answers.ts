import { List, Page } from '@tandem/domain/core/page';
import type { Rendered } from '@tandem/domain/core/page';
import type { Answer } from './feature.js';
import type { View } from '../view/view.js';

/** One record, as its view shows it. */
export const one = <E>(view: View<E>): Answer<E | Rendered<E>> => ({ shape: 'one', view });
/** The page envelope `{data, has_more, next_cursor}`. */
export const pageOf = <E>(view: View<E>): Answer<Page<E>> => ({ shape: 'page', view });
/** A bare array. */
export const listOf = <E>(view: View<E>): Answer<List<E>> => ({ shape: 'list', view });
/** No body. */
export const nothing: Answer<void> = { shape: 'none', view: null };

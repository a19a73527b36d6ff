export type FollowState = { following: boolean };

/** `own`: programmatic scroll; `reader`: user scroll; `back`: the button; `seek`: a line was chosen. */
export type FollowEvent = 'own' | 'reader' | 'back' | 'seek';

export function follow(state: FollowState, event: FollowEvent): FollowState {
  switch (event) {
    case 'own':
      return state;
    case 'reader':
      return state.following ? { following: false } : state;
    case 'back':
    case 'seek':
      return state.following ? state : { following: true };
  }
}

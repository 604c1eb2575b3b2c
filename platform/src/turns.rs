//! Fair scheduling of limited work by key: many requests with one key don't delay the others.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Waiting lines by key. A free turn goes to the next *line*, not to the longest wait: a key with a thousand waiting
/// gets as many turns as one with two.
#[derive(Debug)]
pub(crate) struct Turns<K: Copy + Eq + Hash> {
    parallel: usize,
    /// Turns that one key can have at the same time.
    of_key: usize,
    state: Mutex<State<K>>,
}

#[derive(Debug)]
struct State<K: Copy + Eq + Hash> {
    free: usize,
    /// Turns of each key that has any.
    taken: HashMap<K, usize>,
    lines: HashMap<K, VecDeque<oneshot::Sender<Turn<K>>>>,
    /// The lines that are not empty, the next one first.
    order: VecDeque<K>,
}

/// The right to work, released when dropped.
#[derive(Debug)]
pub(crate) struct Turn<K: Copy + Eq + Hash> {
    turns: Arc<Turns<K>>,
    key: K,
}

/// Turn that is granted or will be.
pub(crate) enum Asked<K: Copy + Eq + Hash> {
    Now(Turn<K>),
    Later(oneshot::Receiver<Turn<K>>),
}

impl<K: Copy + Eq + Hash> Turns<K> {
    pub(crate) fn new(parallel: usize) -> Arc<Self> {
        Self::limited(parallel, parallel)
    }

    /// The same, where no key has all turns if there are several: one whose work takes long doesn't keep the others waiting.
    pub(crate) fn leaving_one(parallel: usize) -> Arc<Self> {
        Self::limited(parallel, parallel.saturating_sub(1).max(1))
    }

    fn limited(parallel: usize, of_key: usize) -> Arc<Self> {
        Arc::new(Self {
            parallel,
            of_key,
            state: Mutex::new(State {
                free: parallel,
                taken: HashMap::new(),
                lines: HashMap::new(),
                order: VecDeque::new(),
            }),
        })
    }

    /// Number of turns before a new one of `key`, rounded down.
    pub(crate) fn ahead(&self, key: K) -> usize {
        let state = self.state();
        let own = state.lines.get(&key).map_or(0, VecDeque::len);
        // By the time that the newcomer is first in its line, every other line has had as many turns.
        let before: usize = state.lines.values().map(|line| line.len().min(own + 1)).sum();
        before / self.parallel
    }

    /// Requests a turn for `key`, granted immediately or later. Dropping the result cancels it.
    pub(crate) fn ask(self: &Arc<Self>, key: K) -> Asked<K> {
        self.request(key, false)
    }

    /// Requests the next turn of `key`, before all others of `key` that wait.
    pub(crate) fn ask_first(self: &Arc<Self>, key: K) -> Asked<K> {
        self.request(key, true)
    }

    fn request(self: &Arc<Self>, key: K, goes_first: bool) -> Asked<K> {
        let mut state = self.state();
        if state.free > 0 && state.may_take(key, self.of_key) {
            state.free -= 1;
            state.take(key);
            return Asked::Now(self.turn(key));
        }
        let (told, turn) = oneshot::channel();
        let line = state.lines.entry(key).or_default();
        if goes_first {
            line.push_front(told);
        } else {
            line.push_back(told);
        }
        if line.len() == 1 {
            state.order.push_back(key);
        }
        Asked::Later(turn)
    }

    fn turn(self: &Arc<Self>, key: K) -> Turn<K> {
        Turn {
            turns: Arc::clone(self),
            key,
        }
    }

    /// Returns a turn of `key`. The next in order who still waits and may have one; none: the turn is free.
    fn next(&self, key: K) -> Option<(K, oneshot::Sender<Turn<K>>)> {
        let mut state = self.state();
        state.put_back(key);
        for _ in 0..state.order.len() {
            let Some(key) = state.order.pop_front() else { break };
            if !state.may_take(key, self.of_key) {
                state.order.push_back(key);
                continue;
            }
            let Some(line) = state.lines.get_mut(&key) else {
                continue;
            };
            while line.front().is_some_and(oneshot::Sender::is_closed) {
                line.pop_front();
            }
            let first = line.pop_front();
            if line.is_empty() {
                state.lines.remove(&key);
            } else {
                state.order.push_back(key);
            }
            if let Some(first) = first {
                state.take(key);
                return Some((key, first));
            }
        }
        state.free += 1;
        None
    }

    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash> State<K> {
    fn may_take(&self, key: K, most: usize) -> bool {
        self.taken.get(&key).is_none_or(|taken| *taken < most)
    }

    fn take(&mut self, key: K) {
        *self.taken.entry(key).or_default() += 1;
    }

    fn put_back(&mut self, key: K) {
        if let Some(taken) = self.taken.get_mut(&key) {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(&key);
            }
        }
    }
}

impl<K: Copy + Eq + Hash> Drop for Turn<K> {
    fn drop(&mut self) {
        if let Some((key, next)) = self.turns.next(self.key) {
            // A waiter that is gone drops the turn, which passes it on.
            let _gone = next.send(self.turns.turn(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(asked: Asked<char>) -> Turn<char> {
        match asked {
            Asked::Now(turn) => turn,
            Asked::Later(_) => panic!("no turn is free"),
        }
    }

    fn later(asked: Asked<char>) -> oneshot::Receiver<Turn<char>> {
        match asked {
            Asked::Now(_) => panic!("a turn is free"),
            Asked::Later(waiting) => waiting,
        }
    }

    #[test]
    fn urgent_request_is_first_of_its_key() {
        let turns = Turns::new(1);
        let held = now(turns.ask('a'));
        let mut other = later(turns.ask('b'));
        let mut late = later(turns.ask('a'));
        let Asked::Later(mut first) = turns.ask_first('a') else {
            panic!("no turn is free")
        };
        drop(held);
        drop(other.try_recv().unwrap());
        let turn = first.try_recv().unwrap();
        late.try_recv().unwrap_err();
        drop(turn);
        late.try_recv().unwrap();
    }

    #[test]
    fn queues_take_turns_regardless_of_length() {
        let turns = Turns::new(1);
        let mut held = now(turns.ask('a'));
        let mut waiting: Vec<_> = "aaaaab".chars().map(|key| (key, later(turns.ask(key)))).collect();
        assert_eq!(turns.ahead('c'), 2, "one of each line");
        assert_eq!(turns.ahead('a'), 6);
        let mut order = String::new();
        while !waiting.is_empty() {
            drop(held);
            let (at, turn) = waiting
                .iter_mut()
                .enumerate()
                .find_map(|(at, (_, told))| told.try_recv().ok().map(|turn| (at, turn)))
                .unwrap();
            held = turn;
            order.push(waiting.remove(at).0);
        }
        assert_eq!(order, "abaaaa");
    }

    #[test]
    fn abandoned_waiter_is_skipped() {
        let turns = Turns::new(1);
        let held = now(turns.ask('a'));
        drop(later(turns.ask('a')));
        let mut other = later(turns.ask('b'));
        drop(held);
        let turn = other.try_recv().unwrap();
        drop((turn, other));
        drop(now(turns.ask('c')));
        assert!(turns.state().lines.is_empty() && turns.state().order.is_empty());
    }

    #[test]
    fn one_turn_is_left_for_other_keys() {
        let turns = Turns::leaving_one(2);
        let held = now(turns.ask('a'));
        let mut second = later(turns.ask('a'));
        let other = now(turns.ask('b'));
        let mut third = later(turns.ask('b'));
        drop(other);
        assert!(second.try_recv().is_err(), "it has its share");
        let other = third.try_recv().unwrap();
        drop(held);
        let held = second.try_recv().unwrap();
        drop((held, other));
        drop((now(turns.ask('c')), now(turns.ask('d'))));
        assert!(turns.state().taken.is_empty() && turns.state().free == 2);
        drop(now(Turns::leaving_one(1).ask('a')));
    }

    #[test]
    fn unused_turn_passes_to_the_next() {
        let turns = Turns::new(1);
        let held = now(turns.ask('a'));
        let sent = later(turns.ask('a'));
        drop(held);
        // Sent, and not yet received, when its receiver goes.
        drop(sent);
        drop(now(turns.ask('b')));
    }
}

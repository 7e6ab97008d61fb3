//! How far studies are from a place.

use crate::{
    facts_file::FactsFile,
    place::{Chord, Point},
};

/// Distances from a place. Many sites share one, and so each is reckoned once, when it is first needed.
pub(crate) struct Distances<'a> {
    here: Point,
    facts: &'a FactsFile,
    /// Nought for what is not known yet.
    known: Vec<Chord>,
}

impl<'a> Distances<'a> {
    pub(crate) fn from(here: Point, facts: &'a FactsFile) -> Self {
        Self { here, facts, known: vec![Chord::NOUGHT; facts.points().len()] }
    }

    /// How far the nearest of these places is.
    pub(crate) fn nearest(&mut self, places: &[[u8; 4]]) -> Chord {
        let mut nearest = Chord::NOWHERE;
        for place in places {
            let place = u32::from_le_bytes(*place) as usize;
            let Some(known) = self.known.get_mut(place) else { continue };
            if *known == Chord::NOUGHT {
                *known = self.here.chord_to(Point::read(&self.facts.points()[place])).or_a_hair();
            }
            if *known < nearest {
                nearest = *known;
            }
        }
        nearest
    }
}

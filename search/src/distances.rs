//! How far studies are from a place.

use crate::{
    facts_file::{Studies, StudyRow},
    place::{Chord, Point},
};

/// Distances from a place. Many sites share one, and so each is reckoned once, when it is first needed.
pub(crate) struct Distances<'a> {
    here: Point,
    studies: Studies<'a>,
    /// Nought for what is not known yet.
    known: Vec<Chord>,
}

impl<'a> Distances<'a> {
    pub(crate) fn from(here: Point, studies: Studies<'a>) -> Self {
        Self { here, studies, known: vec![Chord::NOUGHT; studies.points.len()] }
    }

    /// How far the nearest open site of a study is.
    pub(crate) fn nearest(&mut self, study: StudyRow) -> Chord {
        let mut nearest = Chord::NOWHERE;
        for place in study.places {
            let place = u32::from_le_bytes(*place) as usize;
            let Some(known) = self.known.get_mut(place) else { continue };
            if *known == Chord::NOUGHT {
                *known = self.here.chord_to(Point::read(&self.studies.points[place])).or_a_hair();
            }
            if *known < nearest {
                nearest = *known;
            }
        }
        nearest
    }
}
